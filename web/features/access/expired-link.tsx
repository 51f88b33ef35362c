import { Link } from 'react-router'
import type { ConfirmType } from '#domain/access/confirm-link.ts'
import { paths } from '#domain/paths.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { Button } from '#web/components/ui/button.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import { AccessCard } from './access-card.tsx'

const texts = accessTexts.confirm

export function ExpiredLink({ type }: { type: ConfirmType }) {
  return (
    <AccessCard title={texts.expiredTitle} lead={texts.expired}>
      <p>{texts.expiredAdvice[type]}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {type === 'recovery' && (
          <Button asChild>
            <Link to={withClinic(paths.forgotPassword)}>{texts.newReset}</Link>
          </Button>
        )}
        <Button asChild variant={type === 'recovery' ? 'outline' : 'primary'}>
          <Link to={withClinic(paths.login)}>{texts.toLogin}</Link>
        </Button>
      </div>
    </AccessCard>
  )
}

export function IncompleteLink() {
  return (
    <AccessCard title={texts.expiredTitle} lead={texts.incomplete}>
      <Button asChild>
        <Link to={withClinic(paths.login)}>{texts.toLogin}</Link>
      </Button>
    </AccessCard>
  )
}
