import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { singleSignOnTexts } from '#domain/texts/single-sign-on.ts'
import { OrDivider } from '#web/components/or-divider.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { toast } from '#web/components/ui/toast.ts'
import { currentClinicSlug, withClinic } from '#web/lib/clinic/clinic-address.ts'
import { config } from '#web/lib/page/config.ts'
import { goToOrganization, prepareToLeave } from '#web/lib/session/google-sign-in.ts'
import { organizationsQuery } from './queries.ts'

const texts = singleSignOnTexts.signIn

/** Sign-in buttons of the clinic's identity providers; absent without any. */
export function OrganizationButtons() {
  const { data } = useQuery(organizationsQuery(currentClinicSlug()))
  // the Google button above already has the divider
  const { hasGoogle } = config
  const [isLeaving, setLeaving] = useState(false)
  const organizations = data?.organizations ?? []
  if (organizations.length === 0) return null

  async function leave(providerId: string): Promise<void> {
    setLeaving(true)
    const clinicQuery = new URL(withClinic('/'), location.origin).search
    const error = await goToOrganization(providerId, clinicQuery)
    if (!error) return
    setLeaving(false)
    toast.error(texts.startFailed, { description: texts.startFailedDetail })
  }

  return (
    <>
      {!hasGoogle && <OrDivider />}
      <div className={cn('space-y-3', hasGoogle && 'mt-3')}>
        {organizations.map(({ id, name }) => (
          <Button
            key={id}
            variant="outline"
            size="large"
            className="w-full"
            aria-disabled={isLeaving || undefined}
            onPointerEnter={prepareToLeave}
            onFocus={prepareToLeave}
            onClick={() => void (isLeaving || leave(id))}
          >
            <Building2 aria-hidden />
            {organizations.length === 1 ? texts.button : texts.buttonFor(name)}
          </Button>
        ))}
      </div>
    </>
  )
}
