import { CloudOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { shellTexts } from '#domain/texts/shell.ts'
import { connection } from '#web/lib/offline/connection.ts'
import { holdPageLoads } from '#web/lib/page/hold-page-loads.ts'

export function ConnectionBar() {
  const state = useSyncExternalStore(connection.subscribe, connection.state)
  useEffect(() => holdPageLoads(connection), [])
  return (
    // the live region exists from the start: one added with its text is often not announced
    <div role="status" className="connection-place">
      {state !== 'online' && (
        <p className="connection-bar">
          <CloudOff aria-hidden />
          {state === 'offline' ? shellTexts.offline : shellTexts.unreachable}
        </p>
      )}
    </div>
  )
}
