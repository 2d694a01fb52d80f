/** A first run for each way of connecting an agent, prefilled with this service's address. */
import { useState } from 'react'
import { Select } from '../../../design/field.js'
import { CodeBlock } from './code-block.js'
import { SNIPPETS } from './snippet-texts.js'

export function Snippets({ url }: { url: string }) {
  const [chosen, setChosen] = useState('functions')
  const snippet = SNIPPETS.find(({ id }) => id === chosen) ?? SNIPPETS[0]
  return (
    <>
      <Select
        label="How does your agent call tools?"
        value={chosen}
        options={SNIPPETS.map(({ id, label }) => ({ value: id, label }))}
        onChange={(event) => {
          setChosen(event.target.value)
        }}
      />
      {snippet === undefined ? null : (
        <>
          {snippet.note === undefined ? null : <p className="soft">{snippet.note}</p>}
          <CodeBlock label={snippet.label} text={snippet.code(url)} />
        </>
      )}
      <p className="soft small">
        The API key comes from the environment (<code>HERON_API_KEY</code>), and so does the seed of your
        signing key (<code>VENDOR_SEED</code>): neither belongs into code.
      </p>
    </>
  )
}
