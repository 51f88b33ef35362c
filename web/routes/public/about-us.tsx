import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { Button } from '#web/components/ui/button.tsx'
import { RunBy } from '#web/features/marketing/run-by.tsx'
import { TextPage } from '#web/features/marketing/text-page.tsx'

const texts = marketingTexts.aboutUs

export default function AboutUs() {
  return (
    <TextPage title={texts.title} lead={texts.lead} parts={texts.parts}>
      <RunBy />
      <div className="mt-10 flex flex-wrap gap-3">
        <Button asChild variant="outline">
          <Link to={paths.security}>{texts.security}</Link>
        </Button>
        <Button asChild variant="outline">
          <Link to={paths.contact}>{marketingTexts.contact.title}</Link>
        </Button>
      </div>
    </TextPage>
  )
}
