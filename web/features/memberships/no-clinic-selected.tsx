import { Building2 } from 'lucide-react'
import { paths } from '#domain/paths.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { config } from '#web/lib/page/config.ts'

/** Instead of a team's page on the main site, for users without a membership in a team. */
export default function NoClinicSelected({ page }: { page: string }) {
  return (
    <main id="content" className="mx-auto max-w-180 px-4 py-16">
      <PageHeading title={membershipTexts.noClinicTitle} site={config.productName} className="sr-only" />
      <EmptyState
        icon={Building2}
        title={membershipTexts.noClinicTitle}
        action={
          <Button asChild>
            <a href={paths.home}>{membershipTexts.goHome}</a>
          </Button>
        }
      >
        {page === paths.members ? membershipTexts.noClinic : membershipTexts.noClinicContent}
      </EmptyState>
    </main>
  )
}
