import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { Button } from '#web/components/ui/button.tsx'
import { TextPage } from '#web/features/marketing/text-page.tsx'

const texts = marketingTexts.terms

export default function Terms() {
  return (
    <TextPage title={texts.title} lead={texts.lead} parts={texts.parts}>
      <Button asChild variant="outline" className="mt-10">
        <Link to={paths.contact}>{marketingTexts.contact.title}</Link>
      </Button>
    </TextPage>
  )
}
