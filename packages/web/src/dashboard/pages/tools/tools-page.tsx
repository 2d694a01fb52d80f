/** Tools: how much of what agents call is described by the signed catalogue, and what to do about the rest. */
import { Term } from '../../../design/glossary-term.js'
import { Hash } from '../../../design/hash.js'
import { Time } from '../../../design/time.js'
import { SourceTable } from '../../../record/source-table.js'
import { count, counted, share } from '../../../words/figures.js'
import type { ToolsAnswer } from '../../api/tools.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { PageFrame } from '../../parts/page-frame.js'
import { Section } from '../../parts/section.js'
import { Answered, Empty } from '../../parts/states.js'
import { CatalogHistory } from './catalog-history.js'
import { DraftButton } from './draft-catalog.js'
import { DescribedTools, MentionedTools } from './tool-lists.js'

export function ToolsPage() {
  const answer = useProjectAnswer<ToolsAnswer>('/tools', ['actions', 'settings'])
  return (
    <PageFrame
      title="Tools"
      lead="What your signed catalogue says of each tool. Where it says nothing, the rules read the tool’s name, and what the name does not tell stays unknown."
      actions={<DraftButton />}
    >
      <Answered answer={answer} lines={10}>
        {(tools) => <Tools tools={tools} />}
      </Answered>
      <CatalogHistory />
    </PageFrame>
  )
}

function Tools({ tools }: { tools: ToolsAnswer }) {
  const { catalog, described, listed, absent, dimensions } = tools
  const seen = calls(described) + calls(listed) + calls(absent)
  if (catalog === null && seen === 0)
    return (
      <Empty title="No tool was called yet">
        <p>
          Tools appear here with their first call. You can also send a signed{' '}
          <Term of="catalogue">tool catalogue</Term> before: <code>PUT /v1/tool-catalog</code>, or{' '}
          <code>signCatalog</code> of the SDK.
        </p>
      </Empty>
    )
  return (
    <>
      <dl className="coverage">
        <Tile name="Described" value={described.length} note={`${share(calls(described), seen)} of calls`} />
        <Tile
          name="Listed without facts"
          value={listed.length}
          note={`${share(calls(listed), seen)} of calls`}
        />
        <Tile name="Never mentioned" value={absent.length} note={`${share(calls(absent), seen)} of calls`} />
        <div>
          <dt>Catalogue in force</dt>
          <dd>
            {catalog === null ? (
              'none'
            ) : (
              <>
                <Hash value={catalog.hash} of="catalogue hash" />
                <span className="soft small block">
                  {counted(catalog.tools, 'tool')}, <Time at={catalog.received_at} />
                </span>
              </>
            )}
          </dd>
        </div>
      </dl>
      <MentionedTools
        title="Never mentioned"
        lead="Called, and in no catalogue. Describe these first: of each, the rules know only the name."
        tools={absent}
      />
      <MentionedTools title="Listed without facts" lead="In the catalogue by name only." tools={listed} />
      <DescribedTools tools={described} />
      <Section
        title="Where the values came from"
        lead="For each dimension, how the classification of recorded calls was known."
      >
        <SourceTable dimensions={dimensions} />
      </Section>
    </>
  )
}

function Tile({ name, value, note }: { name: string; value: number; note: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {count(value)}
        <span className="soft small block">{note}</span>
      </dd>
    </div>
  )
}

function calls(tools: readonly { readonly calls: number }[]): number {
  return tools.reduce((sum, tool) => sum + tool.calls, 0)
}
