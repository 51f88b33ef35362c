import { schedulingPageTexts as texts } from '#domain/texts/scheduling.ts'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'

export function SettingRow({
  name,
  summary,
  isActive,
  onChange,
}: {
  name: string
  summary: string
  isActive: boolean
  onChange(): void
}) {
  return (
    <li className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0">
      <span className="min-w-0">
        <span className="block font-semibold break-words">{name}</span>
        <span className="block text-form text-muted">{summary}</span>
      </span>
      <span className="flex flex-none items-center gap-2">
        {!isActive && <Badge>{texts.inactive}</Badge>}
        <Button variant="quiet" size="small" aria-label={texts.changeOf(name)} onClick={onChange}>
          {texts.change}
        </Button>
      </span>
    </li>
  )
}
