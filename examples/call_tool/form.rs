//! Forms: the fields that a server asks for, what each of them takes, and what does not fit.

use std::collections::BTreeMap;
use std::fmt;

use mcp_typestate::json::{self, Answer, Number};
use mcp_typestate::v2025_11_25::{
    ElicitAction, ElicitResult, ElicitationSchema, EnumOption, NumberSchema, NumberType,
    PrimitiveSchemaDefinition, StringFormat, StringSchema,
};

/// Values by the names of their fields.
pub(crate) type Answers = BTreeMap<String, Answer>;

/// Fills a form in with answers that were given beforehand; fields that it does not have are left.
pub(crate) fn fill(schema: &ElicitationSchema, answers: &Answers) -> Result<ElicitResult, Misfit> {
    let mut content = Answers::new();
    for field in fields(schema) {
        match answers.get(field.name) {
            Some(answer) if field.kind.takes(answer) => {
                content.insert(field.name.to_owned(), answer.clone());
            }
            None if !field.required => {}
            Some(_) | None => return Err(field.misfit()),
        }
    }
    Ok(ElicitResult::new(ElicitAction::Accept).with_content(content))
}

/// The fields of a form.
pub(crate) fn fields(schema: &ElicitationSchema) -> impl Iterator<Item = Field<'_>> {
    let required = schema.required.as_deref().unwrap_or_default();
    schema.properties.iter().map(|(name, schema)| {
        let required = required.iter().any(|known| known == name);
        let (kind, title, description, default) = parts(schema);
        Field {
            name,
            title: title.as_deref(),
            description: description.as_deref(),
            required,
            default,
            kind,
        }
    })
}

/// An answer that does not fit its field, or is missing.
#[derive(Debug, thiserror::Error)]
#[error("`{field}` takes {takes}")]
pub(crate) struct Misfit {
    field: String,
    takes: String,
}

/// A field of a form.
#[derive(Debug)]
pub(crate) struct Field<'s> {
    pub(crate) name: &'s str,
    pub(crate) title: Option<&'s str>,
    pub(crate) description: Option<&'s str>,
    pub(crate) required: bool,
    pub(crate) default: Option<Answer>,
    pub(crate) kind: Kind<'s>,
}

impl Field<'_> {
    /// Reads what a person typed.
    pub(crate) fn read(&self, typed: &str) -> Result<Answer, Misfit> {
        self.kind.read(typed).filter(|it| self.kind.takes(it)).ok_or_else(|| self.misfit())
    }

    fn misfit(&self) -> Misfit {
        Misfit { field: self.name.to_owned(), takes: self.kind.to_string() }
    }
}

/// What a field takes. Displayed, it says so.
#[derive(Debug)]
pub(crate) enum Kind<'s> {
    Text(&'s StringSchema),
    Number(&'s NumberSchema),
    Flag,
    One(Vec<Choice<'s>>),
    Many {
        choices: Vec<Choice<'s>>,
        least: Option<i64>,
        most: Option<i64>,
    },
    /// A kind of field that this client does not know: anything that an answer can be.
    Other,
}

/// A choice that a field offers.
#[derive(Debug)]
pub(crate) struct Choice<'s> {
    pub(crate) value: &'s str,
    pub(crate) title: Option<&'s str>,
}

impl<'s> Kind<'s> {
    /// The choices that it offers; none if it is not about choices.
    pub(crate) fn choices(&self) -> &[Choice<'s>] {
        match self {
            Kind::One(choices) | Kind::Many { choices, .. } => choices,
            Kind::Text(_) | Kind::Number(_) | Kind::Flag | Kind::Other => &[],
        }
    }

    /// Reads what a person typed, by the kind's type alone.
    fn read(&self, typed: &str) -> Option<Answer> {
        match self {
            Kind::Text(_) => Some(typed.into()),
            Kind::Number(_) => {
                let integer = typed.parse().ok().map(Number::Integer);
                integer.or_else(|| typed.parse().ok().map(Number::Float)).map(Answer::Number)
            }
            Kind::Flag => match &*typed.to_lowercase() {
                "y" | "yes" | "true" => Some(true.into()),
                "n" | "no" | "false" => Some(false.into()),
                _ => None,
            },
            Kind::One(choices) => choose(choices, typed).map(Answer::from),
            Kind::Many { choices, .. } => {
                let typed = typed.split(',').map(str::trim).filter(|it| !it.is_empty());
                let chosen: Option<Vec<_>> = typed.map(|it| choose(choices, it)).collect();
                chosen
                    .map(|chosen| chosen.into_iter().map(str::to_owned).collect::<Vec<_>>().into())
            }
            Kind::Other => json::from_str(typed).ok(),
        }
    }

    /// Whether an answer is one for this field.
    fn takes(&self, answer: &Answer) -> bool {
        let offers = |value: &String| self.choices().iter().any(|choice| choice.value == value);
        match (self, answer) {
            (Kind::Text(schema), Answer::Text(text)) => {
                within(text.chars().count(), schema.min_length, schema.max_length)
                    && schema.format.as_ref().is_none_or(|format| resembles(format, text))
            }
            (Kind::Number(schema), Answer::Number(number)) => {
                let value = number.as_f64();
                value.is_finite()
                    && (schema.kind != NumberType::Integer || value.fract() == 0.0)
                    && schema.minimum.is_none_or(|minimum| minimum.as_f64() <= value)
                    && schema.maximum.is_none_or(|maximum| value <= maximum.as_f64())
            }
            (Kind::Flag, Answer::Flag(_)) | (Kind::Other, _) => true,
            (Kind::One(_), Answer::Text(value)) => offers(value),
            (Kind::Many { least, most, .. }, Answer::Choices(values)) => {
                values.iter().all(offers) && within(values.len(), *least, *most)
            }
            _ => false,
        }
    }
}

impl fmt::Display for Kind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |choices: &[Choice<'_>]| {
            choices.iter().map(|choice| choice.value).collect::<Vec<_>>().join(", ")
        };
        match self {
            Kind::Text(schema) => {
                f.write_str(match &schema.format {
                    None => "text",
                    Some(StringFormat::Date) => "a date, such as 2025-11-25",
                    Some(StringFormat::DateTime) => "a date and time, such as 2025-11-25T08:30:00Z",
                    Some(StringFormat::Email) => "an email address",
                    Some(StringFormat::Uri) => "a URI",
                    Some(other) => other.as_str(),
                })?;
                range(f, schema.min_length, schema.max_length)?;
                let bounded = schema.min_length.is_some() || schema.max_length.is_some();
                f.write_str(if bounded { " characters" } else { "" })
            }
            Kind::Number(schema) => {
                let whole = schema.kind == NumberType::Integer;
                f.write_str(if whole { "a whole number" } else { "a number" })?;
                range(f, schema.minimum, schema.maximum)
            }
            Kind::Flag => f.write_str("yes or no"),
            Kind::One(choices) => write!(f, "one of {}", names(choices)),
            Kind::Many { choices, least, most } => {
                write!(f, "any of {}", names(choices))?;
                range(f, *least, *most)
            }
            Kind::Other => f.write_str("JSON: a string, a number, a boolean or a list of strings"),
        }
    }
}

fn range<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    least: Option<T>,
    most: Option<T>,
) -> fmt::Result {
    match (least, most) {
        (Some(least), Some(most)) => write!(f, ", {least} to {most}"),
        (Some(least), None) => write!(f, ", at least {least}"),
        (None, Some(most)) => write!(f, ", at most {most}"),
        (None, None) => Ok(()),
    }
}

fn within(count: usize, least: Option<i64>, most: Option<i64>) -> bool {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    least.is_none_or(|least| least <= count) && most.is_none_or(|most| count <= most)
}

/// Whether a text may be of this format. It finds slips; the server knows better.
fn resembles(format: &StringFormat, text: &str) -> bool {
    let is_date = |date: &str| {
        let mut parts = date.split('-').map(|part| part.parse::<u16>().map(|_| part.len()).ok());
        [4, 2, 2].into_iter().all(|length| parts.next() == Some(Some(length)))
            && parts.next().is_none()
    };
    let both = |(left, right): (&str, &str)| !left.is_empty() && !right.is_empty();
    match format {
        StringFormat::Date => is_date(text),
        StringFormat::DateTime => text.split_once('T').is_some_and(|(date, _)| is_date(date)),
        StringFormat::Email => text.split_once('@').is_some_and(both),
        StringFormat::Uri => text.split_once(':').is_some_and(both),
        _ => true,
    }
}

/// The choice that was typed: its value, its title, or its number from 1.
fn choose<'s>(choices: &[Choice<'s>], typed: &str) -> Option<&'s str> {
    let by_value = choices.iter().find(|choice| choice.value == typed);
    let by_title = || choices.iter().find(|choice| choice.title == Some(typed));
    let by_number = || choices.get(typed.parse::<usize>().ok()?.checked_sub(1)?);
    by_value.or_else(by_title).or_else(by_number).map(|choice| choice.value)
}

type Parts<'s> = (Kind<'s>, &'s Option<String>, &'s Option<String>, Option<Answer>);

/// What a field's schema says, the same for every kind of schema.
fn parts(schema: &PrimitiveSchemaDefinition) -> Parts<'_> {
    use PrimitiveSchemaDefinition as Schema;
    let text = |default: &Option<String>| default.as_deref().map(Answer::from);
    let texts = |default: &Option<Vec<String>>| default.clone().map(Answer::from);
    match schema {
        Schema::Boolean(it) => {
            (Kind::Flag, &it.title, &it.description, it.default.map(Answer::from))
        }
        Schema::Number(it) => {
            (Kind::Number(it), &it.title, &it.description, it.default.map(Answer::from))
        }
        Schema::String(it) => (Kind::Text(it), &it.title, &it.description, text(&it.default)),
        Schema::UntitledSingleSelect(it) => {
            let choices = untitled(&it.values);
            (Kind::One(choices), &it.title, &it.description, text(&it.default))
        }
        Schema::TitledSingleSelect(it) => {
            let choices = titled(&it.one_of);
            (Kind::One(choices), &it.title, &it.description, text(&it.default))
        }
        Schema::LegacyTitled(it) => {
            let titles = it.enum_names.as_deref().unwrap_or_default();
            let mut choices = untitled(&it.values);
            for (choice, title) in choices.iter_mut().zip(titles) {
                choice.title = Some(title);
            }
            (Kind::One(choices), &it.title, &it.description, text(&it.default))
        }
        Schema::UntitledMultiSelect(it) => {
            let choices = untitled(&it.items.values);
            let kind = Kind::Many { choices, least: it.min_items, most: it.max_items };
            (kind, &it.title, &it.description, texts(&it.default))
        }
        Schema::TitledMultiSelect(it) => {
            let choices = titled(&it.items.any_of);
            let kind = Kind::Many { choices, least: it.min_items, most: it.max_items };
            (kind, &it.title, &it.description, texts(&it.default))
        }
        _ => (Kind::Other, &None, &None, None),
    }
}

fn untitled(values: &[String]) -> Vec<Choice<'_>> {
    values.iter().map(|value| Choice { value, title: None }).collect()
}

fn titled(options: &[EnumOption]) -> Vec<Choice<'_>> {
    options.iter().map(|it| Choice { value: &it.value, title: Some(&it.title) }).collect()
}
