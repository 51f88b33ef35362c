import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { PageHeading } from '#web/components/page-heading.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { CommissionPicture } from '#web/features/marketing/commission-picture.tsx'
import { LeadForm } from '#web/features/marketing/lead-form.tsx'
import { PlanPicture } from '#web/features/marketing/plan-picture.tsx'
import { config } from '#web/lib/config.ts'

const texts = marketingTexts.landing

/** The landing page: what Carefold does, an email form, and links to sign up. */
export default function Landing() {
  return (
    <>
      <section className="mx-auto grid max-w-300 items-center gap-x-16 gap-y-14 px-4 pt-12 pb-20 sm:px-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:pt-20 lg:pb-28">
        <div>
          <PageHeading title={texts.title} site={config.productName} className="sm:[&_h1]:text-hero" />
          <p className="mt-5 max-w-[54ch] text-lead text-muted">{texts.lead}</p>
          <div className="mt-8">
            <LeadForm />
          </div>
          <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button asChild variant="outline">
              <Link to={paths.signUp}>{texts.getStarted}</Link>
            </Button>
            <TextLink to={paths.pricing}>{texts.viewPlans}</TextLink>
          </div>
        </div>
        <PlanPicture />
      </section>

      <section className="border-y border-line bg-surface">
        <div className="mx-auto max-w-300 px-4 py-16 sm:px-6 lg:py-20">
          <h2 className="font-display text-h2 font-medium">{texts.stepsTitle}</h2>
          <ol className="mt-10 grid gap-x-12 gap-y-10 md:grid-cols-3">
            {texts.steps.map(({ title, text }, index) => (
              <li key={title} className="border-t-2 border-primary pt-5">
                <p aria-hidden="true" className="font-display text-h1 font-medium text-accent tabular-nums">
                  {index + 1}
                </p>
                <h3 className="mt-2 text-lead font-semibold">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>

      <section className="mx-auto grid max-w-300 items-center gap-x-16 gap-y-10 px-4 py-16 sm:px-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:py-20">
        <div className="max-w-[54ch]">
          <h2 className="font-display text-h2 font-medium">{texts.feeTitle}</h2>
          <p className="mt-3 text-lead text-muted">{texts.fee}</p>
        </div>
        <CommissionPicture />
      </section>
    </>
  )
}
