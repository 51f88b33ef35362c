import { lateLayer } from './layers/late-layer.tsx'

/** A panel from the left edge: navigation on phones. */
export const {
  Root: Sheet,
  Trigger: SheetTrigger,
  Content: SheetContent,
} = lateLayer('dialog', () => import('./layers/sheet-layer.tsx'))
