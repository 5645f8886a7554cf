// discussd: written by `discussd install opencode`, removed by `discussd uninstall opencode`
import { spawn } from "node:child_process"

const program = "discussd"

function hook(event) {
  return new Promise((resolve) => {
    const child = spawn(program, ["hook", "opencode"], { stdio: ["pipe", "pipe", "ignore"] })
    let text = ""
    child.stdout.on("data", (part) => { text += part })
    child.on("error", () => resolve(""))
    child.on("close", () => resolve(text.trim()))
    child.stdin.on("error", () => {})
    child.stdin.end(JSON.stringify(event))
  })
}

// opencode run leaves when the turn is over, and hears nothing any more.
const leaving = process.argv.includes("run")
const models = new Map()

export const Discussd = async ({ client, directory }) => ({
  "chat.message": async (input, output) => {
    const first = output.parts.find((part) => part.type === "text")
    const model = input.model ?? output.message?.model
    if (model?.modelID) models.set(input.sessionID, model.modelID)
    const text = await hook({ hook_event_name: "chat.message", sessionID: input.sessionID, cwd: directory, prompt: first?.text ?? "" })
    if (text && first) first.text += "\n\n" + text
  },
  "tool.execute.after": async (input, output) => {
    const text = await hook({
      hook_event_name: "tool.execute.after", sessionID: input.sessionID, cwd: directory, tool_name: input.tool, tool_input: input.args ?? {},
      model: models.get(input.sessionID) ?? "",
    })
    if (text) output.output = (output.output ?? "") + "\n\n" + text
  },
  event: async ({ event }) => {
    if (event.type !== "session.idle") return
    const id = event.properties.sessionID
    const text = await hook({ hook_event_name: "session.idle", sessionID: id, cwd: directory, leaving })
    if (text) await client.session.promptAsync({ path: { id }, body: { parts: [{ type: "text", text }] } })
  },
})
