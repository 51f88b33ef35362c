import { useState } from 'react'
import { Link } from 'react-router'
import type { ProductPlanId } from '#domain/clinic-tier/product-plans.ts'
import { primaryAdminClinic } from '#domain/memberships/memberships.ts'
import { paths } from '#domain/paths.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session-context.ts'

const texts = clinicTierTexts.pricing

/** "Subscribe" for a clinic's admin, a sign-up link for visitors, a note for everybody else. */
export function SubscribeButton({ plan, isPopular }: { plan: ProductPlanId; isPopular: boolean }) {
  const { session, isFullyLoaded, memberships } = useSession()
  const [isBusy, setBusy] = useState(false)
  const variant = isPopular ? 'primary' : 'outline'

  async function subscribe(): Promise<void> {
    setBusy(true)
    try {
      const { url } = await callFunction('create-checkout', { plan })
      if (!url) throw new Error(texts.noUrl)
      location.assign(url)
    } catch {
      toast.error(texts.failedTitle, { description: texts.failed })
      setBusy(false)
    }
  }

  if (!isFullyLoaded) return <Skeleton className="h-13 rounded-control" />
  if (!session) {
    return (
      <Button asChild size="large" variant={variant} className="w-full">
        <Link to={paths.signUp}>{texts.signUp}</Link>
      </Button>
    )
  }
  if (!primaryAdminClinic(memberships)) return <p className="text-form text-muted">{texts.notAdmin}</p>
  return (
    <SubmitButton
      type="button"
      size="large"
      variant={variant}
      className="w-full"
      isBusy={isBusy}
      busyText={texts.processing}
      onClick={() => void (isBusy || subscribe())}
    >
      {texts.subscribe}
    </SubmitButton>
  )
}
