import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { contactSubjects } from '#domain/marketing/contact.ts'
import { paths } from '#domain/paths.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { TextLink } from '#web/components/text-link.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { ContactForm } from '#web/features/marketing/contact-form.tsx'
import { TextPage } from '#web/features/marketing/text-page.tsx'

const texts = marketingTexts.contact

/** A message to Carefold; `about` in the address chooses what it is about. */
export default function Contact() {
  const [query] = useSearchParams()
  const about = contactSubjects.find((subject) => subject === query.get('about')) ?? 'question'
  const [sentFrom, setSentFrom] = useState<string | null>(null)
  return (
    <TextPage title={texts.title} lead={texts.lead}>
      <Card fold className="mt-8 max-w-140 sm:p-8">
        {sentFrom ? (
          <div role="status">
            <CardTitle>{texts.sentTitle}</CardTitle>
            <p className="mt-2 break-words">{texts.sent(sentFrom)}</p>
            <Button variant="outline" className="mt-6" onClick={() => setSentFrom(null)}>
              {texts.another}
            </Button>
          </div>
        ) : (
          <ContactForm about={about} onSent={setSentFrom} />
        )}
      </Card>
      <section className="mt-10 max-w-[60ch]">
        <h2 className="font-semibold">{texts.patientTitle}</h2>
        <p className="mt-1 text-muted">
          {texts.patient} <TextLink to={paths.login}>{texts.logIn}</TextLink>
        </p>
      </section>
    </TextPage>
  )
}
