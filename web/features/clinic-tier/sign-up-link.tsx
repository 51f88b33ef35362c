import { Link } from 'react-router'
import type { ProductPlan } from '#domain/clinic-tier/product-plans.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { Button } from '#web/components/ui/button.tsx'
import { rememberAfterLogin } from '#web/lib/session/after-login.ts'

/** Leads a visitor from a plan to the sign-up; the plan is started once they have a clinic (docs/specification.md B2.1). */
export function SignUpLink({ plan }: { plan: ProductPlan }) {
  const chosen = withQuery(paths.pricing, { plan: plan.id })
  return (
    <Button asChild size="large" variant={plan.isPopular ? 'primary' : 'outline'} className="w-full">
      {/* in a prerendered page its script reads the path from here */}
      <Link to={paths.signUp} data-after-login={chosen} onClick={() => rememberAfterLogin(chosen)}>
        {clinicTierTexts.pricing.signUp}
      </Link>
    </Button>
  )
}
