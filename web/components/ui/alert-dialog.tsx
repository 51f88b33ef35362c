import { type ComponentProps, lazy } from 'react'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import type { AlertDialogLayer } from './layers/alert-dialog-layer.tsx'
import { addPreload, useWasOpen } from './layers/late-layer.tsx'

const load = () => import('./layers/alert-dialog-layer.tsx')
addPreload(load)

const Layer = lazy(async () => ({ default: (await loadPart(load)).AlertDialogLayer }))

/**
 * Confirms an irreversible action; the first field has focus, without one the safe button. It stays open while `isBusy`, so that `children` can show
 * a failure; close it with `onOpenChange`.
 */
export function AlertDialog(props: ComponentProps<typeof AlertDialogLayer>) {
  return useWasOpen(props.open) ? <Layer {...props} /> : null
}
