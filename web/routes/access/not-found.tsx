import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Button } from '#web/components/ui/button.tsx'
import { AccessCard } from '#web/features/access/access-card.tsx'
import { withClinic } from '#web/lib/clinic-address.ts'

const texts = accessTexts.notFound

/** Any unknown path. */
export default function NotFound() {
  return (
    <AccessCard title={texts.title} lead={texts.text}>
      <Button asChild size="large" className="w-full">
        <a href={withClinic(paths.clinic)}>{texts.dashboard}</a>
      </Button>
    </AccessCard>
  )
}
