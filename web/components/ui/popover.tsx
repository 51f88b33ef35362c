import { lateLayer } from './layers/late-layer.tsx'

/** A panel beside its button. Takes focus, gives it back, and closes with Escape or a press elsewhere. */
export const {
  Root: Popover,
  Trigger: PopoverTrigger,
  Content: PopoverContent,
} = lateLayer('dialog', () => import('./layers/popover-layer.tsx'))
