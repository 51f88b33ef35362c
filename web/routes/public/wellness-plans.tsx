import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { PlanPicture } from '#web/features/marketing/plan-picture.tsx'
import { TextPage } from '#web/features/marketing/text-page.tsx'

const texts = marketingTexts.wellnessPlans

export default function WellnessPlans() {
  return (
    <TextPage
      title={texts.title}
      lead={texts.lead}
      parts={[...texts.parts, { title: texts.uninsuredTitle, text: texts.uninsured }]}
    >
      <div className="mt-12">
        <PlanPicture />
      </div>
      <Card className="mt-16 flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <CardTitle>{texts.patientTitle}</CardTitle>
          <CardNote>{texts.patient}</CardNote>
        </div>
        <Button asChild variant="outline">
          <Link to={paths.join}>{texts.findClinic}</Link>
        </Button>
      </Card>
    </TextPage>
  )
}
