/** Asks before something typed is left behind: within the dashboard by a dialog, elsewhere by the browser's own. */
import { useBlocker } from '@tanstack/react-router'
import { Button } from '../../design/button.js'
import { Dialog } from '../../design/dialog.js'

/** @param what as it stands in “Leave … behind?”. */
export function LeaveGuard({ dirty, what }: { dirty: boolean; what: string }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog title={`Leave ${what} behind?`} onClose={blocker.reset}>
      <p>It is not saved anywhere.</p>
      <div className="form-actions">
        <Button kind="primary" onClick={blocker.reset}>
          Stay
        </Button>
        <Button onClick={blocker.proceed}>Leave it</Button>
      </div>
    </Dialog>
  )
}
