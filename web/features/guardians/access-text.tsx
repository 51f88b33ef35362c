import type { GuardianLevel, LadderStep } from '#domain/guardians/guardians.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { dateInText } from '#domain/values/dates.ts'
import { Badge } from '#web/components/ui/badge.tsx'

export function LevelBadge({ level }: { level: GuardianLevel | null }) {
  const tone = level === 'full' ? 'success' : level === 'limited' ? 'info' : 'neutral'
  return <Badge tone={tone}>{guardianTexts.levels[level ?? 'none']}</Badge>
}

export function NextStep({ next }: { next: LadderStep | null }) {
  return next && <>{guardianTexts.steps[next.to](dateInText(next.on))}</>
}
