import { Link } from 'react-router'
import type { ProductPlan } from '#domain/clinic-tier/product-plans.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { Button } from '#web/components/ui/button.tsx'
import { rememberAfterLogin } from '#web/lib/session/after-login.ts'

/** Leads a visitor from a plan to sign-up; the plan starts once they have a clinic (docs/specification.md B2.1). */
export function SignUpLink({ plan }: { plan: ProductPlan }) {
  const chosen = withQuery(paths.pricing, { plan: plan.id })
  return (
    <Button asChild size="large" variant={plan.isPopular ? 'primary' : 'outline'} className="w-full">
      {/* read by the script of prerendered pages */}
      <Link to={paths.signUp} data-after-login={chosen} onClick={() => rememberAfterLogin(chosen)}>
        {clinicTierTexts.pricing.signUp}
      </Link>
    </Button>
  )
}
