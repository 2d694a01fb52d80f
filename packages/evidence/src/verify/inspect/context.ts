/** What the inspection of one entry works with. */
import type { Material, VerifierTools } from '../material.js'
import type { EntryTexts } from './entry-texts.js'
import type { LineRecorder } from './recorder.js'

export type InspectionContext = {
  readonly material: Material
  readonly tools: VerifierTools
  readonly recorder: LineRecorder
  readonly texts: EntryTexts
}
