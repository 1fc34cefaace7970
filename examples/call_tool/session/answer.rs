//! What the server sends of its own accord: what it may ask of this client, which is declared here
//! and answered here, and what it tells.

use mcp_typestate::json::Object;
use mcp_typestate::jsonrpc::{
    Body, ErrorCode, ErrorObject, NotificationMessage, Reply, RequestId, RequestMessage,
};
use mcp_typestate::v2025_11_25::{
    ClientCapabilities, ClientTaskRequests, ClientTasksCapability, Elicit, ElicitRequestFormParams,
    ElicitRequestParams, ElicitResult, ElicitationCapability, EmptyResult, ListRoots,
    ListRootsResult, Ping, ProgressNotificationParams, RootsCapability, ServerNotification,
    ServerRequest,
};
use mcp_typestate::{Request, Update, relate_to_task, related_task};

use super::{Session, SessionError};
use crate::form;

/// What this client can answer, and nothing else. It asks for tasks, and runs none: hence the empty
/// list of requests.
pub(super) fn capabilities() -> ClientCapabilities {
    ClientCapabilities::new()
        .with_elicitation(ElicitationCapability::new().with_form(Object::new()))
        .with_roots(RootsCapability::new())
        .with_tasks(ClientTasksCapability::new().with_requests(ClientTaskRequests::new()))
}

impl Session {
    /// Answers a request of the server's, now or when a person has.
    pub(super) fn answer(
        &mut self,
        request: RequestMessage<ServerRequest>,
    ) -> Result<(), SessionError> {
        let id = request.id;
        match request.body {
            ServerRequest::Ping(_) => self.answer_with::<Ping>(id, EmptyResult::new()),
            ServerRequest::ListRoots(_) => {
                self.answer_with::<ListRoots>(id, ListRootsResult::new(Vec::new()))
            }
            ServerRequest::Elicit(call) => match call.params {
                ElicitRequestParams::Form(form) => self.elicit(id, form),
                _ => self.refuse(id, ErrorCode::INVALID_PARAMS, "only forms were declared"),
            },
            other => {
                let message = format!("`{}` was not declared", other.method());
                self.refuse(id, ErrorCode::METHOD_NOT_FOUND, &message)
            }
        }
    }

    /// Answers with an error, and tells of it.
    pub(super) fn refuse(
        &self,
        id: RequestId,
        code: ErrorCode,
        why: &str,
    ) -> Result<(), SessionError> {
        self.status.note(&format!("refused what the server asked: {why}"));
        self.send(&Reply::<()>::error(id, ErrorObject::new(code, why)))
    }

    fn answer_with<M: Request>(&self, id: RequestId, reply: M::Reply) -> Result<(), SessionError> {
        self.send(&Reply::ok(id, reply))
    }

    /// Takes in what the server tells; news of a task are for whoever follows it.
    pub(super) fn told(
        &mut self,
        notification: NotificationMessage<ServerNotification>,
    ) -> Option<Update> {
        let update = Update::notified(&notification);
        match notification.body {
            ServerNotification::Progress(call) => self.status.show(&progress(&call.params)),
            ServerNotification::Cancelled(call) => {
                // The person may go on typing; nobody waits for it any more.
                if let Some(id) = call.params.request_id {
                    self.questions.remove(&id);
                    self.status.pause(!self.questions.is_empty());
                }
            }
            _ => {}
        }
        update
    }

    fn elicit(&mut self, id: RequestId, form: ElicitRequestFormParams) -> Result<(), SessionError> {
        // What belongs to a task says so, the reply included.
        let mut meta = Object::new();
        if let Some(task) = form.meta.as_ref().and_then(|meta| related_task(&meta.extra)) {
            relate_to_task(&mut meta, task);
        }
        self.questions.insert(id.clone(), meta);
        if let Some(answers) = &self.answers {
            let answer = form::fill(&form.requested_schema, answers)?;
            return self.answered(id, answer);
        }
        self.status.pause(true);
        // The person's thread ends with this session's, and never before.
        let _ = self.person.send((id, form));
        Ok(())
    }

    pub(super) fn answered(
        &mut self,
        id: RequestId,
        answer: ElicitResult,
    ) -> Result<(), SessionError> {
        let meta = self.questions.remove(&id);
        self.status.pause(!self.questions.is_empty());
        match meta {
            Some(meta) if meta.is_empty() => self.answer_with::<Elicit>(id, answer),
            Some(meta) => self.answer_with::<Elicit>(id, answer.with_meta(meta)),
            None => Ok(()),
        }
    }
}

fn progress(params: &ProgressNotificationParams) -> String {
    let total = params.total.map(|total| format!(" of {total}")).unwrap_or_default();
    let message = params.message.as_deref().map(|it| format!(": {it}")).unwrap_or_default();
    format!("progress {}{total}{message}", params.progress)
}
