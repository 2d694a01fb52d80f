/** A draft catalogue of the tools seen so far, unsigned: to copy or to download, to say what each tool is, and to sign. */
import { useState } from 'react'
import { Button } from '../../../design/button.js'
import { CopyButton } from '../../../design/copy-button.js'
import { Dialog } from '../../../design/dialog.js'
import { save } from '../../../design/save-file.js'
import { useProjectAnswer } from '../../api/use-answer.js'
import { Answered } from '../../parts/states.js'

const FILE = 'tool-catalog.draft.json'

export function DraftButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true)
        }}
      >
        Draft a catalogue …
      </Button>
      {open ? (
        <DraftDialog
          onClose={() => {
            setOpen(false)
          }}
        />
      ) : null}
    </>
  )
}

function DraftDialog({ onClose }: { onClose: () => void }) {
  const answer = useProjectAnswer<unknown>('/tools/draft')
  return (
    <Dialog title="Draft of a catalogue" onClose={onClose}>
      <p>
        Made of the tools seen so far; a value stands only where the name tells it. Correct it, add what you
        know, and sign it: Heron cannot, it has no key of yours.
      </p>
      <Answered answer={answer}>
        {(body) => {
          const text = JSON.stringify(body, null, 2)
          return (
            <>
              <pre className="bytes" tabIndex={0} aria-label="The draft">
                {text}
              </pre>
              <div className="form-actions">
                <CopyButton text={text} of="draft" />
                <Button
                  kind="primary"
                  onClick={() => {
                    save(FILE, 'application/json', `${text}\n`)
                  }}
                >
                  Download {FILE}
                </Button>
              </div>
            </>
          )
        }}
      </Answered>
      <p className="small soft">
        Sign and send it: <code>signCatalog(body, key)</code> of the SDK, then{' '}
        <code>PUT /v1/tool-catalog</code>.
      </p>
    </Dialog>
  )
}
