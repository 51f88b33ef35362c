import { accessTexts } from '#domain/texts/access.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { LogoMark } from '#web/components/logo.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'

const texts = accessTexts.join

/** The address names a clinic that does not exist. @param home address of the main site */
export function UnknownClinic({ slug, home }: { slug: string; home: string }) {
  return (
    <main id="content" className="mx-auto max-w-110 px-4 py-16">
      <LogoMark className="mb-6 size-10" />
      <Card fold className="sm:p-8">
        <h1 className="font-display text-h2 font-medium">{texts.clinicMissingTitle}</h1>
        <p className="mt-2 break-words text-muted">{texts.clinicMissing(slug)}</p>
        <p className="mt-4">{texts.clinicMissingAdvice}</p>
        <Button asChild className="mt-6">
          <a href={home}>{shellTexts.goToHomepage}</a>
        </Button>
      </Card>
    </main>
  )
}
