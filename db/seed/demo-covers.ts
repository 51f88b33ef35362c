import sharp from 'sharp'
import type { Services } from '#server/clinic/action.ts'
import { saveContent } from '#server/features/content/save-content.ts'
import { createUploads } from '#server/features/files/upload.ts'
import type { Caller } from '#server/platform/database/transactions.ts'

/** Drawn, because the demo has no photographs. By the key of the example, for others by title. */
const covers: Record<string, string> = {
  'sleep-basics': `<rect width="640" height="360" fill="#1f3350"/><circle cx="470" cy="110" r="52" fill="#f2e3b3"/>
    <circle cx="492" cy="96" r="48" fill="#1f3350"/><path d="M0 300q160-70 320-20t320-10v90H0z" fill="#16263d"/>
    <g fill="#f2e3b3"><circle cx="120" cy="80" r="4"/><circle cx="220" cy="140" r="3"/><circle cx="330" cy="60" r="4"/></g>`,
  'walking-plan': `<rect width="640" height="360" fill="#dfece4"/><circle cx="510" cy="90" r="46" fill="#f0b46a"/>
    <path d="M0 250q170-110 340-30t300-40v180H0z" fill="#8fb79c"/><path d="M0 300q200-60 360-10t280 0v70H0z" fill="#5d8f71"/>
    <path d="M250 360q30-80 120-110" stroke="#f4efe4" stroke-width="16" fill="none" stroke-linecap="round"/>`,
  'balanced-plate': `<rect width="640" height="360" fill="#f2ece0"/><circle cx="320" cy="180" r="140" fill="#fff"/>
    <path d="M320 180V60a120 120 0 0 0 0 240z" fill="#7fae6a"/><path d="M320 180V60a120 120 0 0 1 120 120z" fill="#d98e54"/>
    <path d="M320 180h120a120 120 0 0 1-120 120z" fill="#d9b56b"/>`,
  'back-pain-first-days': `<rect width="640" height="360" fill="#e8e2f0"/>
    <path d="M300 60q60 60 20 130t20 130" stroke="#6b5a8e" stroke-width="26" fill="none" stroke-linecap="round"/>
    <g fill="#c9bfe0"><circle cx="250" cy="120" r="16"/><circle cx="245" cy="180" r="16"/><circle cx="262" cy="240" r="16"/></g>`,
  'pain-relievers': `<rect width="640" height="360" fill="#f6e3d8"/><rect x="150" y="100" width="130" height="190" rx="18" fill="#fff"/>
    <rect x="170" y="66" width="90" height="44" rx="8" fill="#c8612a"/><rect x="150" y="160" width="130" height="70" fill="#f0b46a"/>
    <g transform="rotate(-24 430 210)"><rect x="350" y="180" width="160" height="60" rx="30" fill="#fff"/>
    <path d="M430 180h50a30 30 0 0 1 0 60h-50z" fill="#c8612a"/></g><circle cx="390" cy="288" r="22" fill="#fff"/>
    <path d="M372 288h36" stroke="#e3c4b2" stroke-width="5"/>`,
  'everyday-stress': `<rect width="640" height="360" fill="#e2ecf0"/><path d="M230 140h180v90a70 70 0 0 1-70 70h-40a70 70 0 0 1-70-70z" fill="#4f7f95"/>
    <path d="M410 160h30a36 36 0 0 1 0 72h-32" stroke="#4f7f95" stroke-width="18" fill="none"/>
    <path d="M200 316h240" stroke="#9bbac6" stroke-width="14" stroke-linecap="round"/>
    <path d="M280 110q-22-24 0-46M330 110q-22-24 0-46M380 110q-22-24 0-46" stroke="#fff" stroke-width="10" fill="none" stroke-linecap="round"/>`,
  'strength-at-home': `<rect width="640" height="360" fill="#efe6d6"/><rect y="290" width="640" height="70" fill="#d9c7a4"/>
    <rect x="200" y="170" width="240" height="22" rx="11" fill="#6b6152"/><g fill="#c8612a"><rect x="150" y="110" width="46" height="142" rx="14"/>
    <rect x="444" y="110" width="46" height="142" rx="14"/></g><g fill="#e39a6b"><rect x="112" y="134" width="34" height="94" rx="12"/>
    <rect x="494" y="134" width="34" height="94" rx="12"/></g>`,
  'taking-medicines': `<rect width="640" height="360" fill="#dfece4"/><rect x="90" y="120" width="460" height="130" rx="20" fill="#5d8f71"/>
    <g fill="#f4f8f5"><rect x="108" y="138" width="54" height="94" rx="10"/><rect x="170" y="138" width="54" height="94" rx="10"/>
    <rect x="232" y="138" width="54" height="94" rx="10"/><rect x="294" y="138" width="54" height="94" rx="10"/>
    <rect x="356" y="138" width="54" height="94" rx="10"/><rect x="418" y="138" width="54" height="94" rx="10"/>
    <rect x="480" y="138" width="54" height="94" rx="10"/></g><g fill="#f0b46a"><circle cx="197" cy="200" r="13"/>
    <circle cx="259" cy="200" r="13"/><circle cx="321" cy="200" r="13"/><circle cx="383" cy="200" r="13"/><circle cx="445" cy="200" r="13"/>
    <circle cx="507" cy="200" r="13"/></g>`,
  'low-mood': `<rect width="640" height="360" fill="#d9dfe8"/><circle cx="430" cy="130" r="58" fill="#f2d492"/>
    <path d="M150 250a60 60 0 0 1 20-116 90 90 0 0 1 172 6 56 56 0 0 1 26 110z" fill="#fff"/>
    <path d="M200 284l-12 32M260 284l-12 32M320 284l-12 32" stroke="#7f93b2" stroke-width="10" stroke-linecap="round"/>`,
  'reading-labels': `<rect width="640" height="360" fill="#f2ece0"/><rect x="220" y="50" width="200" height="260" rx="14" fill="#fff"/>
    <rect x="244" y="76" width="152" height="20" rx="6" fill="#5d8f71"/><g stroke="#cfc6b4" stroke-width="8" stroke-linecap="round">
    <path d="M248 128h90M248 164h110M248 200h80M248 236h100M248 272h70"/></g><g fill="#d98e54"><circle cx="380" cy="128" r="9"/>
    <circle cx="380" cy="200" r="9"/></g><g fill="#7fae6a"><circle cx="380" cy="164" r="9"/><circle cx="380" cy="236" r="9"/><circle cx="380" cy="272" r="9"/></g>`,
  'sleep-optimization-1': `<rect width="640" height="360" fill="#f6ead2"/><circle cx="320" cy="186" r="112" fill="#fff"/>
    <circle cx="320" cy="186" r="112" fill="none" stroke="#c8612a" stroke-width="16"/><path d="M320 116v70l48 30" stroke="#1f3350" stroke-width="14" fill="none" stroke-linecap="round" stroke-linejoin="round"/>
    <path d="M214 92l34-34M426 92l-34-34" stroke="#c8612a" stroke-width="22" stroke-linecap="round"/>`,
  'sleep-optimization-2': `<rect width="640" height="360" fill="#2b3f5c"/><rect y="270" width="640" height="90" fill="#1f3350"/>
    <rect x="130" y="200" width="380" height="84" rx="16" fill="#8aa3c4"/><rect x="150" y="170" width="120" height="56" rx="22" fill="#f4efe4"/>
    <path d="M110 130v170M530 220v80" stroke="#d9b56b" stroke-width="16" stroke-linecap="round"/><rect x="400" y="50" width="120" height="96" rx="8" fill="#16263d"/>
    <circle cx="466" cy="92" r="20" fill="#f2e3b3"/>`,
  'sleep-optimization-3': `<rect width="640" height="360" fill="#e8e2f0"/><path d="M260 310v-40q-62-26-62-96a112 112 0 0 1 224 0q0 22 24 60h-26v30q0 20-22 20h-38v26z" fill="#6b5a8e"/>
    <path d="M262 176c0-52 92-52 92 0s-64 44-64 8 44-26 44 2" stroke="#f2e3b3" stroke-width="11" fill="none" stroke-linecap="round"/>`,
  'sleep-optimization-4': `<rect width="640" height="360" fill="#dde6ef"/><rect y="236" width="640" height="124" fill="#5b7ba0"/>
    <circle cx="320" cy="236" r="86" fill="#f0b46a"/><rect y="236" width="640" height="124" fill="#5b7ba0"/>
    <g stroke="#f0b46a" stroke-width="12" stroke-linecap="round"><path d="M320 118V84M204 152l-24-24M436 152l24-24M162 224h-34M478 224h34"/></g>
    <path d="M220 276h200M256 312h128" stroke="#8fabc9" stroke-width="12" stroke-linecap="round"/>`,
  'Blood pressure at home': `<rect width="640" height="360" fill="#e2eee8"/><rect x="170" y="70" width="300" height="190" rx="24" fill="#1b5e4f"/>
    <rect x="196" y="96" width="248" height="104" rx="12" fill="#e2eee8"/><path d="M206 150h52l18-34 26 66 22-50 14 18h90" stroke="#c8612a" stroke-width="10" fill="none" stroke-linejoin="round" stroke-linecap="round"/>
    <circle cx="320" cy="230" r="14" fill="#8fb79c"/><path d="M320 260q0 50 60 50h110" stroke="#5d8f71" stroke-width="14" fill="none" stroke-linecap="round"/>`,
}

/** Gives content its picture, if there is one. @returns the version to publish */
export async function addCover(
  services: Services,
  writer: Caller,
  itemId: string,
  name: string,
): Promise<number> {
  const item = await services.transactions.withActor(writer, (tx) =>
    tx
      .selectFrom('content_items')
      .select(['title', 'category', 'description', 'body', 'version'])
      .where('id', '=', itemId)
      .executeTakeFirstOrThrow(),
  )
  const drawing = covers[name]
  if (!drawing) return item.version
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="800" height="450">${drawing}</svg>`
  const picture = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
  const uploads = createUploads(services)
  const { fileId } = await uploads.create(writer, {
    kind: 'content_picture',
    name: 'cover.png',
    sizeBytes: picture.length,
    patientId: null,
  })
  await uploads.append(writer, fileId, 0, whole(picture))
  const saved = (await saveContent.call(services, writer, { ...item, itemId, coverFileId: fileId })) as {
    version: number
  }
  return saved.version
}

async function* whole(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content
}
