import { lateLayer } from './layers/late-layer.tsx'

const layer = lateLayer('menu', () => import('./layers/menu-layer.tsx'))

/** Not modal: the page behind stays readable for screen readers, and pressing anywhere closes the menu. */
export const { Root: DropdownMenu, Trigger: DropdownMenuTrigger, Content: DropdownMenuContent } = layer
export const DropdownMenuItem = layer.part('Item')
export const DropdownMenuLabel = layer.part('Label')
export const DropdownMenuRadioGroup = layer.part('RadioGroup')
export const DropdownMenuRadioItem = layer.part('RadioItem')
export const DropdownMenuSeparator = layer.part('Separator')
