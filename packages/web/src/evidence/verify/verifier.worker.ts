/** A verifier thread. Which of the two parts it plays it is told in its first message. */
import { answerBatches } from './inspector.js'
import { Coordinator } from './coordinator.js'
import type { ToVerifier } from './messages.js'

let coordinator: Coordinator | null = null

self.addEventListener('message', (event: MessageEvent<ToVerifier>) => {
  const message = event.data
  if ('role' in message) {
    if (message.role === 'inspect') answerBatches(message.port)
    else {
      coordinator = new Coordinator(message.ports, (answer) => {
        self.postMessage(answer)
      })
    }
  } else if (message.order === 'verify') void coordinator?.verify(message.run, message.request)
  else if (message.order === 'cancel') coordinator?.cancel(message.run)
  else void coordinator?.line(message.ask, message.line)
})
