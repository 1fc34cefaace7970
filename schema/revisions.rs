// The protocol's revisions, oldest first: the one table of them. Whoever needs a list of revisions
// defines a macro `revisions` and includes this file, so that a new revision is a new row here.
//
// A row has the revision's summary, its variant of `Revision`, its name on the wire (which is that
// of its facts beside this file), its module, its Cargo feature, and what the generator wants to
// know: an extension whose definitions join the module, and the errata that its facts need.
revisions! {
    /// 2024-11-05, the first.
    V2024_11_05 "2024-11-05" v2024_11_05 "v2024_11_05" {
        extension: None,
        errata: &["params_have_meta"],
    }
    /// 2025-03-26: batches, audio, annotations of tools.
    V2025_03_26 "2025-03-26" v2025_03_26 "v2025_03_26" {
        extension: None,
        errata: &["params_have_meta"],
    }
    /// 2025-06-18: elicitation, structured content, resource links; batches are gone.
    V2025_06_18 "2025-06-18" v2025_06_18 "v2025_06_18" {
        extension: None,
        errata: &["elicited_numbers_may_have_fractions", "params_have_meta"],
    }
    /// 2025-11-25: tasks in the core, icons, sampling with tools.
    V2025_11_25 "2025-11-25" v2025_11_25 "v2025_11_25" {
        extension: None,
        errata: &["elicited_numbers_may_have_fractions"],
    }
    /// 2026-07-28: no handshake, capabilities on each request, results told apart by `resultType`,
    /// tasks as an extension.
    V2026_07_28 "2026-07-28" v2026_07_28 "v2026_07_28" {
        extension: Some("tasks-extension"),
        errata: &[
            "elicited_numbers_may_have_fractions",
            "result_types_are_constants",
            "one_notification_is_a_union_too",
            "the_extension_joins_its_revision",
            "task_requests_have_meta",
        ],
    }
}
