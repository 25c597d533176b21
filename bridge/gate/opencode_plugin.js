// Written by `rbridge gate install opencode`; `rbridge gate uninstall opencode` takes it away.
// Runs the gate before each tool call. What the gate refuses, or would ask a person about, does not run.
import { spawn } from "node:child_process"

const COMMAND = "@COMMAND@"

const ask = (event) =>
  new Promise((resolve, reject) => {
    const gate = spawn(COMMAND, { shell: true, stdio: ["pipe", "pipe", "inherit"], cwd: event.cwd })
    let said = ""
    gate.stdout.on("data", (data) => (said += data))
    gate.stdin.on("error", () => {})
    gate.on("error", reject)
    gate.on("close", (code) => resolve({ code, said }))
    gate.stdin.end(JSON.stringify(event))
  })

const stop = async (tool, args, cwd) => {
  const { code, said } = await ask({ tool, args: args ?? {}, cwd })
  if (code === 2) throw new Error("the gate refused this tool call and could not say why")
  if (code !== 0) return
  if (said.trim() !== "") throw new Error(JSON.parse(said).reason)
}

export default {
  id: "rbridge-gate",
  // opencode 1
  server: async ({ directory }) => ({
    "tool.execute.before": (input, output) => stop(input.tool, output.args, directory),
  }),
  // opencode 2
  setup: async (context) => {
    const hook = await context.tool.hook("execute.before", (event) =>
      stop(event.tool, event.input, context.location?.directory),
    )
    return () => hook?.dispose?.()
  },
}
