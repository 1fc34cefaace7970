//! Has a server run its tool `simulate-research-query` as a task, and prints what it found:
//! `cargo run --example research -- npx -y @modelcontextprotocol/server-everything stdio`
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::{env, error::Error, thread, time::Duration};

use mcp_typestate::jsonrpc::{AnyMessage, Body, ErrorObject, RequestMessage};
use mcp_typestate::{Negotiated, Observed, Reply, Revision, from_str, v2025_11_25 as mcp};
use serde_json::{json, to_string};

type Pipes = (ChildStdin, Lines<BufReader<ChildStdout>>);

/// Sends a request and waits for its reply. What the server asks meanwhile is refused.
fn ask<B: Body>(pipes: &mut Pipes, request: RequestMessage<B>) -> Result<Reply, Box<dyn Error>> {
    writeln!(pipes.0, "{}", to_string(&request)?)?;
    loop {
        match from_str(&pipes.1.next().ok_or("the server hung up")??)? {
            AnyMessage::Reply(reply) if reply.id() == Some(&request.id) => return Ok(reply),
            AnyMessage::Request(asked) => {
                let refusal = asked.refuse(ErrorObject::method_not_found(&asked.body.method));
                writeln!(pipes.0, "{}", to_string(&refusal)?)?;
            }
            AnyMessage::Reply(_) | AnyMessage::Notification(_) => {}
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = env::args().skip(1);
    let mut server = Command::new(words.next().ok_or("which server?")?);
    let mut server = server.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let output = BufReader::new(server.stdout.take().ok_or("no output")?).lines();
    let mut pipes = (server.stdin.take().ok_or("no input")?, output);

    let client = mcp::ClientCapabilities::new().with_tasks(mcp::ClientTasksCapability::new());
    let us = mcp::Implementation::new("research", "0.1.0");
    let hello = mcp::InitializeRequestParams::new(client.clone(), us, Revision::V2025_11_25);
    let reply = ask(&mut pipes, mcp::InitializeRequest::new(1, hello))?;
    let welcome = reply.typed::<mcp::Initialize>()?.into_result()?;
    writeln!(pipes.0, "{}", to_string(&mcp::InitializedNotification::new(None))?)?;
    let session = Negotiated::new(welcome.protocol_version, &client, &welcome.capabilities);
    let tools = session.server_tasks()?.runs::<mcp::CallTool>()?;
    let params = json!({ "name": "simulate-research-query", "arguments": { "topic": "owls" } });
    let call = tools.call(mcp_typestate::from_value(params)?);
    let mut seen = call.accept(ask(&mut pipes, call.message(2)?)?)?.task().ok_or("no task")?;
    for id in 3.. {
        let Observed::Working(task) = seen else { break };
        thread::sleep(task.poll_interval(Duration::from_secs(1)));
        let reply = ask(&mut pipes, task.poll().message(id))?;
        seen = task.observe(reply)?;
    }
    let Observed::Terminal(task) = seen else { return Err("it needs input".into()) };
    let call = task.result(); // on a task that works, there is no such method
    let result = call.accept(ask(&mut pipes, call.message("result"))?)?.into_result()?;
    for text in result.content.iter().filter_map(mcp::ContentBlock::as_text) {
        println!("{}", text.text);
    }
    Ok(server.kill()?) // this one goes on when its input is closed
}
