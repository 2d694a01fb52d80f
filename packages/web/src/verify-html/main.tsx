/** Entry of the HTML export: unpacks the export inside this file, draws it, and verifies it here, with no network. */
import '../evidence/styles.js'
import { createRoot } from 'react-dom/client'
import { App } from '../evidence/app.js'
import { readFileRecord } from '../evidence/source/file-record.js'
import { fileSource } from '../evidence/source/file-source.js'
import { SourceContext } from '../evidence/source/use-answer.js'
import { Verifier, VerifierContext } from '../evidence/verify/verifier.js'
import VerifierWorker from '../evidence/verify/verifier.worker.ts?worker&inline'
import { unpack } from './unpack.js'

async function start(root: HTMLElement): Promise<void> {
  const page = createRoot(root)
  try {
    const bytes = await unpack(document.getElementById('heron-export')?.textContent ?? '')
    const verifier = new Verifier(() => new VerifierWorker())
    const source = fileSource(readFileRecord(await bytes.text()), bytes)
    page.render(
      <SourceContext value={source}>
        <VerifierContext value={verifier}>
          <App />
        </VerifierContext>
      </SourceContext>,
    )
    verifier.start({ origin: source.exportOrigin(), jwks: null, heads: [], checkpoint: null })
  } catch {
    page.render(
      <main className="page stack-wide">
        <h1>The export inside this file cannot be read</h1>
        <p role="alert">
          It is damaged or was cut short. Nothing is verified. Ask for the file again, or export it yourself.
        </p>
      </main>,
    )
  }
}

const root = document.getElementById('root')
if (root !== null) void start(root)
