import type { Area } from '#web/features/shell/area.ts'
import CommandPalette from '#web/features/shell/command-palette.tsx'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { useSession } from '#web/lib/session/session-context.ts'
import { paletteGroups } from './palette-groups.ts'
import { settingsCards } from './settings-cards.ts'

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
  const { user } = useSession()
  return (
    <CommandPalette
      slug={slug}
      userId={user?.id ?? ''}
      may={may}
      groups={paletteGroups(may, areas)}
      cards={settingsCards(may)}
      {...field}
    />
  )
}
