import { RotateCw } from 'lucide-react'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { Button } from '#web/components/ui/button.tsx'
import { mainUrl } from '#web/lib/clinic/clinic-address.ts'
import type { ClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { AccessCard } from './access-card.tsx'

const texts = accessTexts.join

export function ClinicNotFound({
  lookup,
}: {
  lookup: Extract<ClinicLookup, { status: 'not_found' | 'error' }>
}) {
  const isMissing = lookup.status === 'not_found'
  return (
    <AccessCard
      title={isMissing ? texts.clinicMissingTitle : lookup.message}
      lead={isMissing ? lookup.message : shellTexts.readFailed}
    >
      {isMissing && <p>{texts.clinicMissingAdvice}</p>}
      <div className="mt-6 flex flex-wrap gap-3">
        {lookup.status === 'error' && (
          <Button variant="outline" onClick={lookup.retry}>
            <RotateCw aria-hidden />
            {shellTexts.retry}
          </Button>
        )}
        <Button asChild>
          <a href={mainUrl(paths.landing)}>{shellTexts.goToHomepage}</a>
        </Button>
      </div>
    </AccessCard>
  )
}
