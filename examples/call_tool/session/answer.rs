//! What the server sends of its own accord: what it may ask of this client, which is answered here,
//! and what it tells. A task's input requests are the same questions in another envelope.

use mcp_typestate::json::Object;
use mcp_typestate::jsonrpc::{
    AnyCall, Body, ErrorCode, ErrorObject, NotificationMessage, Reply, RequestId, RequestMessage,
};
use mcp_typestate::v2025_11_25::{
    ElicitRequestFormParams, ElicitRequestParams, ElicitResult, EmptyResult, ListRootsResult,
    ProgressNotificationParams, ServerNotification, ServerRequest,
};
use mcp_typestate::{DecodeError, Update, from_value, relate_to_task, related_task};
use serde::Serialize;
use serde_json::Value;

use super::{Heard, Session, SessionError};
use crate::form;

/// What waits for an answer: a request of the server's own, or an input request by its key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum QuestionId {
    Request(RequestId),
    Input(String),
}

/// What becomes of a question.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The result that answers it.
    Now(Value),
    /// A person is being asked.
    Later,
    /// This client does not answer it; why, and the code that says so in a reply.
    Never(ErrorCode, String),
}

impl Session {
    /// Answers a request of the server's, now or when a person has. 2026-07-28 has no such
    /// requests; a server that sends one nevertheless is answered the same.
    pub(super) fn answer(
        &mut self,
        request: RequestMessage<ServerRequest>,
    ) -> Result<(), SessionError> {
        let id = request.id;
        match self.consider(QuestionId::Request(id.clone()), request.body)? {
            Answer::Now(result) => self.send(&Reply::ok(id, result)),
            Answer::Later => Ok(()),
            Answer::Never(code, why) => self.refuse(id, code, &why),
        }
    }

    /// What becomes of an input request. Its answer is what [`Heard::Answer`] brings, if not there
    /// now; a request that a person is being asked already is not put again.
    pub(crate) fn input(&mut self, key: &str, request: &AnyCall) -> Result<Answer, SessionError> {
        // Both revisions ask in the same words.
        match from_value(written(request)?) {
            Ok(request) => self.consider(QuestionId::Input(key.to_owned()), request),
            Err(error) => Ok(Answer::Never(ErrorCode::INVALID_PARAMS, error.to_string())),
        }
    }

    /// Forgets the input requests that nobody waits for any more. The person may go on typing.
    pub(crate) fn withdraw_inputs(&mut self, still_open: impl Fn(&str) -> bool) {
        self.questions.retain(|question, _| match question {
            QuestionId::Input(key) => still_open(key),
            QuestionId::Request(_) => true,
        });
        self.status.pause(!self.questions.is_empty());
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
                    self.questions.remove(&QuestionId::Request(id));
                    self.status.pause(!self.questions.is_empty());
                }
            }
            _ => {}
        }
        update
    }

    fn consider(
        &mut self,
        question: QuestionId,
        request: ServerRequest,
    ) -> Result<Answer, SessionError> {
        match request {
            ServerRequest::Ping(_) => Ok(Answer::Now(written(&EmptyResult::new())?)),
            ServerRequest::ListRoots(_) => {
                Ok(Answer::Now(written(&ListRootsResult::new(Vec::new()))?))
            }
            ServerRequest::Elicit(call) => match call.params {
                ElicitRequestParams::Form(form) => self.elicit(question, form),
                _ => {
                    let why = "only forms were declared".to_owned();
                    Ok(Answer::Never(ErrorCode::INVALID_PARAMS, why))
                }
            },
            other => {
                let why = format!("`{}` was not declared", other.method());
                Ok(Answer::Never(ErrorCode::METHOD_NOT_FOUND, why))
            }
        }
    }

    fn elicit(
        &mut self,
        question: QuestionId,
        form: ElicitRequestFormParams,
    ) -> Result<Answer, SessionError> {
        // What belongs to a task says so, the reply included.
        let mut meta = Object::new();
        if let Some(task) = form.meta.as_ref().and_then(|meta| related_task(&meta.extra)) {
            relate_to_task(&mut meta, task);
        }
        if let Some(answers) = &self.answers {
            let answer = form::fill(&form.requested_schema, answers)?;
            return Ok(Answer::Now(marked(answer, meta)?));
        }
        if self.questions.insert(question.clone(), meta).is_none() {
            self.status.pause(true);
            // The person's thread ends with this session's, and never before.
            let _ = self.person.send((question, form));
        }
        Ok(Answer::Later)
    }

    /// Takes in what a person answered: sends it, if it answers a request, or hands it over.
    pub(super) fn answered(
        &mut self,
        question: QuestionId,
        answer: ElicitResult,
    ) -> Result<Option<Heard>, SessionError> {
        let Some(meta) = self.questions.remove(&question) else { return Ok(None) };
        self.status.pause(!self.questions.is_empty());
        let answer = marked(answer, meta)?;
        match question {
            QuestionId::Request(id) => self.send(&Reply::ok(id, answer)).map(|()| None),
            QuestionId::Input(key) => Ok(Some(Heard::Answer(key, answer))),
        }
    }
}

/// An answer with the `_meta` that its question asked for.
fn marked(answer: ElicitResult, meta: Object) -> Result<Value, SessionError> {
    written(&if meta.is_empty() { answer } else { answer.with_meta(meta) })
}

fn written(value: &impl Serialize) -> Result<Value, SessionError> {
    serde_json::to_value(value).map_err(|error| SessionError::Unwritable(DecodeError::from(error)))
}

fn progress(params: &ProgressNotificationParams) -> String {
    let total = params.total.map(|total| format!(" of {total}")).unwrap_or_default();
    let message = params.message.as_deref().map(|it| format!(": {it}")).unwrap_or_default();
    format!("progress {}{total}{message}", params.progress)
}
