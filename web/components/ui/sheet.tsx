import { lateLayer } from './layers/late-layer.tsx'

export const {
  Root: Sheet,
  Trigger: SheetTrigger,
  Content: SheetContent,
} = lateLayer('dialog', () => import('./layers/sheet-layer.tsx'))
