/** The texts of the snippets. Each is the shortest that runs; the guides in docs/adapters go on from here. */
export type Snippet = {
  readonly id: string
  readonly label: string
  readonly note?: string
  /** @param url of this service. */
  readonly code: (url: string) => string
}

const guard = (url: string): string => `import { Guard } from '@heron/sdk'

const guard = new Guard({
  url: '${url}',
  apiKey: process.env.HERON_API_KEY,
  vendorKey: { kid: 'k1', seed: Buffer.from(process.env.VENDOR_SEED, 'base64url') },
})
const session = guard.session({
  externalId: 'run_1',
  agent: { externalId: 'support-agent' },
  principal: { type: 'human', ref: 'user_881' },
  originalRequest: 'Update the subscription',
})
`
const END = `
await session.close()
await guard.close()`

export const SNIPPETS: readonly Snippet[] = [
  {
    id: 'functions',
    label: 'Plain functions',
    code: (url) => `${guard(url)}
const lookUp = session.wrap('crm.lookup', ({ id }) => crm.lookup(id))
await lookUp({ id: 'cus_1' })
${END}`,
  },
  {
    id: 'ai-sdk',
    label: 'Vercel AI SDK',
    code: (url) => `import { guardTools } from '@heron/sdk/ai-sdk'
${guard(url)}
const result = await generateText({ model, prompt, tools: guardTools({ lookUp }, { session }) })
${END}`,
  },
  {
    id: 'openai-agents',
    label: 'OpenAI Agents SDK',
    code: (url) => `import { guardTool } from '@heron/sdk/openai-agents'
${guard(url)}
const lookUp = tool(
  guardTool({ name: 'crm_lookup', description: 'Finds a customer', parameters, execute }, { session }),
)
const result = await run(new Agent({ name: 'Support', tools: [lookUp] }), request)
${END}`,
  },
  {
    id: 'langchain',
    label: 'LangChain, LangGraph',
    code: (url) => `import { heronMiddleware } from '@heron/sdk/langchain'
${guard(url)}
const agent = createAgent({ model, tools, middleware: [heronMiddleware({ session })] })
await agent.invoke({ messages })
${END}`,
  },
  {
    id: 'mastra',
    label: 'Mastra',
    code: (url) => `import { guardTool } from '@heron/sdk/mastra'
${guard(url)}
const lookUp = createTool(guardTool({ id: 'crm_lookup', description, inputSchema, execute }, { session }))
${END}`,
  },
  {
    id: 'claude-agent-sdk',
    label: 'Claude Agent SDK',
    code: (url) => `import { guardRun } from '@heron/sdk/claude-agent-sdk'
${guard(url)}
const heron = guardRun({ session })
for await (const message of query({ prompt, options: { hooks: heron.hooks } })) console.log(message)
await heron.end()
${END}`,
  },
  {
    id: 'mcp',
    label: 'MCP server',
    note: 'In your client’s configuration, in front of the server’s own command. Neither changes.',
    code: (url) =>
      JSON.stringify(
        {
          mcpServers: {
            files: {
              command: 'npx',
              args: [
                'heron',
                'mcp',
                '--url',
                url,
                '--',
                'npx',
                '@modelcontextprotocol/server-filesystem',
                '.',
              ],
              env: { HERON_API_KEY: 'hrn_live_…' },
            },
          },
        },
        null,
        2,
      ),
  },
  {
    id: 'hook',
    label: 'Coding agent (Claude Code)',
    note: 'From the folder of the project.',
    code: (url) => `export HERON_API_KEY=hrn_live_…
heron hook install --url ${url} --yes`,
  },
  {
    id: 'curl',
    label: 'curl',
    note: 'Opens a run and asks about one call. Any language with HTTP will do.',
    code: (url) => `NOW=$(date -u +%Y-%m-%dT%H:%M:%S.000Z)
HASH=sha256:$(printf '"Update the subscription"' | sha256sum | cut -d' ' -f1)

curl -s ${url}/v1/sessions -H "Authorization: Bearer $HERON_API_KEY" \\
  -H 'Content-Type: application/json' -H 'Idempotency-Key: first-run' -d '{
  "external_id": "run_1",
  "agent": { "external_id": "support-agent" },
  "principal": { "type": "human", "ref": "user_881" },
  "original_request": { "hash": "'$HASH'", "anchors": [] },
  "started_at": "'$NOW'"
}'

curl -s ${url}/v1/actions -H "Authorization: Bearer $HERON_API_KEY" \\
  -H 'Content-Type: application/json' -H 'Idempotency-Key: first-call' -d '{
  "session_external_id": "run_1",
  "seq": 1,
  "tool": { "name": "crm.lookup" },
  "args_redacted": { "id": "<redacted:id>" },
  "args_hash": "sha256:'$(printf '{"id":"cus_1"}' | sha256sum | cut -d' ' -f1)'",
  "requested_at": "'$NOW'"
}'`,
  },
]
