import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths, withQuery } from '#domain/paths.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { Island } from '#web/components/page/island.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { CommissionPicture } from '#web/features/marketing/commission-picture.tsx'
import { Features } from '#web/features/marketing/features.tsx'
import { AnalyticsBlocks, ImpactFigures } from '#web/features/marketing/figures.tsx'
import { LeadForm } from '#web/features/marketing/lead-form.tsx'
import { NeedsScript } from '#web/features/marketing/needs-script.tsx'
import { Questions } from '#web/features/marketing/questions.tsx'
import { Screens } from '#web/features/marketing/screens.tsx'
import { Stories } from '#web/features/marketing/stories.tsx'
import { Tagline } from '#web/features/marketing/tagline.tsx'
import { Tour } from '#web/features/marketing/tour.tsx'
import { config } from '#web/lib/page/config.ts'

const texts = marketingTexts.landing
const beside = 'grid items-center gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]'

/** The landing page of both parts of docs/specification.md: A1, B2.2. */
export default function Landing() {
  return (
    <>
      <Section className="pt-10 lg:pt-14">
        {/* on phones the product comes before the form */}
        <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <div>
            <PageHeading title={texts.title} site={config.productName} className="sm:[&_h1]:text-hero" />
            <Island name="tagline">
              <Tagline />
            </Island>
            <p className="mt-4 max-w-[54ch] text-lead text-muted">{texts.lead}</p>
            <div className="mt-8 flex flex-wrap gap-3">
              <Button asChild size="large">
                <Link to={paths.signUp}>{texts.getStarted}</Link>
              </Button>
              <Button asChild size="large" variant="outline">
                <Link to={paths.demo}>{texts.seeDemo}</Link>
              </Button>
              <Button asChild size="large" variant="quiet">
                <Link to={paths.pricing}>{texts.viewPlans}</Link>
              </Button>
            </div>
          </div>
          <Screens />
          <div className="border-t border-line pt-6">
            <p className="mb-3 font-semibold">{texts.leadTitle}</p>
            <Island name="lead">
              <LeadForm />
            </Island>
            <NeedsScript />
          </div>
        </div>
      </Section>

      <Section title={texts.featuresTitle} raised>
        <Island name="features">
          <Features />
        </Island>
      </Section>

      <Section>
        <Island name="tour">
          <Tour />
        </Island>
      </Section>

      <Section title={texts.storiesTitle} raised>
        <Island name="stories">
          <Stories />
        </Island>
        <p className="mt-8 text-center text-form text-muted">{texts.storiesNote}</p>
      </Section>

      <Section title={texts.analyticsTitle}>
        <AnalyticsBlocks />
      </Section>

      <Section title={texts.impactTitle} raised>
        <ImpactFigures />
      </Section>

      <Section>
        <div className={beside}>
          <div className="max-w-[54ch]">
            <h2 className="font-display text-h2 font-medium">{texts.feeTitle}</h2>
            <p className="mt-3 text-lead text-muted">{texts.fee}</p>
          </div>
          <CommissionPicture />
        </div>
      </Section>

      <Section title={texts.faqTitle} raised>
        <Questions />
      </Section>

      <Section>
        <h2 className="font-display text-h2 font-medium">{texts.startTitle}</h2>
        <p className="mt-3 text-lead text-muted">{texts.startText}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button asChild size="large">
            <Link to={paths.signUp}>{texts.startTrial}</Link>
          </Button>
          <Button asChild size="large" variant="outline">
            <Link to={paths.contact}>{texts.contactSales}</Link>
          </Button>
          <Button asChild size="large" variant="quiet">
            <Link to={withQuery(paths.contact, { about: 'demo' })}>{texts.requestDemo}</Link>
          </Button>
        </div>
      </Section>
    </>
  )
}

/** A section of the page; paper and surface alternate (docs/look.md "Pages"). */
function Section({
  title,
  raised = false,
  className,
  children,
}: {
  title?: string
  raised?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <section className={cn(raised && 'border-y border-line bg-surface [--fold-ground:var(--surface)]')}>
      <div className={cn('mx-auto max-w-300 px-4 py-16 sm:px-6 lg:py-20', className)}>
        {title && <h2 className="mb-8 font-display text-h2 font-medium">{title}</h2>}
        {children}
      </div>
    </section>
  )
}
