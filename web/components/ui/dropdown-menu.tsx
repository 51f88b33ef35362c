import { lateLayer } from './layers/late-layer.tsx'

const layer = lateLayer('menu', () => import('./layers/menu-layer.tsx'))

/** Not modal: screen readers can still read the page, and a press elsewhere closes the menu. */
export const { Root: DropdownMenu, Trigger: DropdownMenuTrigger, Content: DropdownMenuContent } = layer
export const DropdownMenuItem = layer.part('Item')
export const DropdownMenuLabel = layer.part('Label')
export const DropdownMenuRadioGroup = layer.part('RadioGroup')
export const DropdownMenuRadioItem = layer.part('RadioItem')
export const DropdownMenuSeparator = layer.part('Separator')
