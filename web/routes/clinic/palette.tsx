import type { Area } from '#web/features/shell/area.ts'
import CommandPalette from '#web/features/shell/command-palette.tsx'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { paletteGroups } from './palette-groups.ts'

export default function Palette({
  slug,
  areas,
  ...field
}: {
  slug: string
  areas: readonly Area[]
  typed: string
  onType(text: string): void
  onClose(): void
}) {
  const may = useCan()
  return (
    <CommandPalette
      slug={slug}
      groups={paletteGroups(may, areas)}
      findsPeople={may('patients:read')}
      {...field}
    />
  )
}
