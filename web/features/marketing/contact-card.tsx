import { useState } from 'react'
import type { ContactRequest, ContactSubject } from '#domain/marketing/contact.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { ContactForm } from './contact-form.tsx'

const texts = marketingTexts.contact

/** The form of /contact, then its confirmation. @param typed input entered before the form's script loaded */
export function ContactCard({ about, typed }: { about: ContactSubject; typed?: Partial<ContactRequest> }) {
  const [sentFrom, setSentFrom] = useState<string | null>(null)
  const [isFirst, setFirst] = useState(true)
  return (
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
        <ContactForm
          about={about}
          typed={isFirst ? typed : undefined}
          onSent={(email) => {
            setFirst(false)
            setSentFrom(email)
          }}
        />
      )}
    </Card>
  )
}
