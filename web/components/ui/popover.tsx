import { lateLayer } from './layers/late-layer.tsx'

/** A panel next to its button. Takes focus, returns it, and closes with Escape or a press elsewhere. */
export const {
  Root: Popover,
  Trigger: PopoverTrigger,
  Content: PopoverContent,
} = lateLayer('dialog', () => import('./layers/popover-layer.tsx'))
