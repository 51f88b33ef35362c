import { accessTexts } from '#domain/texts/access.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { Logo } from '#web/components/clinic/logo.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { config } from '#web/lib/page/config.ts'

const texts = accessTexts.join

/** Shown if the clinic in the URL does not exist. @param home URL of the main site */
export function UnknownClinic({ slug, home }: { slug: string; home: string }) {
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 pt-8 pb-12 sm:pt-14">
      <header className="mb-7 flex min-h-10 items-center">
        <a href={home} className="rounded-sm">
          <Logo name={config.productName} />
        </a>
      </header>
      <main id="content" className="w-full max-w-110">
        <Card fold className="sm:p-8">
          <h1 className="pr-7 font-display text-h2 font-medium">{texts.clinicMissingTitle}</h1>
          <p className="mt-2 break-words text-muted">{shellTexts.clinicMissing(slug)}</p>
          <p className="mt-4">{texts.clinicMissingAdvice}</p>
          <Button asChild size="large" className="mt-6 w-full">
            <a href={home}>{shellTexts.goToHomepage}</a>
          </Button>
        </Card>
      </main>
    </div>
  )
}
