import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { Button } from '#web/components/ui/button.tsx'
import { TextPage } from '#web/features/marketing/text-page.tsx'

const texts = marketingTexts.howItWorks

export default function HowItWorks() {
  return (
    <TextPage title={texts.title} lead={texts.lead}>
      <ol className="mt-10 space-y-8">
        {texts.steps.map(({ title, text }, index) => (
          <li key={title} className="flex gap-6 border-t border-line pt-6">
            <span aria-hidden className="w-10 flex-none font-display text-h1 font-medium text-accent">
              {index + 1}
            </span>
            <div>
              <h2 className="font-display text-h3 font-medium">{title}</h2>
              <p className="mt-1 max-w-[62ch]">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <section className="mt-14">
        <h2 className="font-display text-h3 font-medium">{texts.afterTitle}</h2>
        <ul className="mt-4 space-y-3">
          {texts.after.map((line) => (
            <li key={line} className="flex gap-3">
              <Check aria-hidden className="mt-1 size-4.5 flex-none text-primary" />
              {line}
            </li>
          ))}
        </ul>
      </section>
      <div className="mt-10 flex flex-wrap gap-3">
        <Button asChild size="large">
          <Link to={paths.signUp}>{marketingTexts.landing.getStarted}</Link>
        </Button>
        <Button asChild size="large" variant="outline">
          <Link to={paths.pricing}>{marketingTexts.landing.viewPlans}</Link>
        </Button>
        <Button asChild size="large" variant="outline">
          <Link to={paths.demo}>{marketingTexts.landing.seeDemo}</Link>
        </Button>
      </div>
    </TextPage>
  )
}
