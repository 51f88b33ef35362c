import type { GuardianLevel, LadderStep } from '#domain/guardians/guardians.ts'
import { guardianTexts } from '#domain/texts/guardians.ts'
import { dateInText } from '#domain/values/dates.ts'
import { Badge } from '#web/components/ui/badge.tsx'

/** The level of an access. */
export function LevelBadge({ level }: { level: GuardianLevel | null }) {
  const tone = level === 'full' ? 'success' : level === 'limited' ? 'info' : 'neutral'
  return <Badge tone={tone}>{guardianTexts.levels[level ?? 'none']}</Badge>
}

/** The next change of an access and its date, if any. */
export function NextStep({ next }: { next: LadderStep | null }) {
  return next && <>{guardianTexts.steps[next.to](dateInText(next.on))}</>
}
