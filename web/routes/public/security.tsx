import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { Button } from '#web/components/ui/button.tsx'
import { RunBy } from '#web/features/marketing/run-by.tsx'
import { TextPage } from '#web/features/marketing/text-page.tsx'

const texts = marketingTexts.security

/** Each sentence is a control of docs/threats.md, docs/asvs.md or docs/decisions/. */
export default function Security() {
  return (
    <TextPage title={texts.title} lead={texts.lead} parts={texts.parts}>
      <RunBy />
      <Button asChild variant="outline" className="mt-10">
        <Link to={paths.contact}>{marketingTexts.contact.title}</Link>
      </Button>
    </TextPage>
  )
}
