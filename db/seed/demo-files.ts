import type { Services } from '#server/clinic/action.ts'
import { setAvatar } from '#server/features/files/set-avatar.ts'
import { setClinicLogo } from '#server/features/files/set-clinic-logo.ts'
import { shareFile } from '#server/features/files/share-file.ts'
import { createUploads, type NewUpload } from '#server/features/files/upload.ts'
import type { Caller } from '#server/platform/database/transactions.ts'

/** A demo person's picture: a plain portrait, since the demo has no photographs. */
interface Portrait {
  ground: string
  skin: string
  hair: string
  clothes: string
  hasLongHair: boolean
}

/** People with a picture, by mailbox and clinic. The others show their initials. */
const portraits: Record<string, Portrait> = {
  'admin@sunrise': {
    ground: '#dce8df',
    skin: '#7a4a30',
    hair: '#1d1512',
    clothes: '#1b5e4f',
    hasLongHair: true,
  },
  'daniel@sunrise': {
    ground: '#e6dfd2',
    skin: '#6b4230',
    hair: '#15100e',
    clothes: '#3e5361',
    hasLongHair: false,
  },
  'samuel@sunrise': {
    ground: '#e3ded6',
    skin: '#5f3a28',
    hair: '#17110e',
    clothes: '#94401f',
    hasLongHair: false,
  },
  'grace@sunrise': {
    ground: '#e4e7ea',
    skin: '#eac4a6',
    hair: '#b9b4ad',
    clothes: '#74407f',
    hasLongHair: true,
  },
  'admin@harbor': {
    ground: '#d9e6ec',
    skin: '#f0cfb2',
    hair: '#c99a54',
    clothes: '#125c73',
    hasLongHair: true,
  },
  'staff@harbor': {
    ground: '#ece2d8',
    skin: '#a8714b',
    hair: '#201614',
    clothes: '#97304f',
    hasLongHair: true,
  },
}

/** Sunrise has no logo: it shows the mark that every clinic begins with. */
const logos: Record<string, string> = {
  harbor: `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 40 40">
    <circle cx="20" cy="20" r="19" fill="#125c73"/>
    <g fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round">
      <path d="M20 9v18M15 15h10M9 22q2 9 11 9t11-9"/><circle cx="20" cy="8" r="2.4"/>
      <path d="M6 34q3.5-2.5 7 0t7 0 7 0 7 0" stroke-opacity=".55"/>
    </g></svg>`,
}

/** A clinic's files about its patients; the patient reads those that are shared. */
const kept: Record<string, { name: string; text: string; isShared?: boolean }[]> = {
  'patient@sunrise': [
    {
      name: 'Transfer letter Dr. Halvorsen.txt',
      text: 'Lakeside Family Medicine\n\nRe: Nora Lindqvist\n\nNora moves to your practice at her own wish. Seasonal allergies, otherwise well. Last check-up in the spring: blood pressure 118/76, lipids in range. Vaccinations are up to date; the next tetanus booster is due in 2031.\n\nKind regards\nAnna Halvorsen, MD\n',
    },
    {
      name: 'Your plan after the check-up.txt',
      isShared: true,
      text: 'Dear Nora,\n\nthank you for coming in. Your blood pressure and your blood values are fine. Please keep walking 30 minutes on most days, and take the antihistamine only from April to June. We will see you again in six months.\n\nElena Ruiz, NP\nSunrise Family Clinic\n',
    },
    {
      name: 'Consent to share records.txt',
      text: 'I agree that Lakeside Family Medicine sends my records to Sunrise Family Clinic.\n\nNora Lindqvist\n',
    },
  ],
  'patient@harbor': [
    {
      name: 'Ultrasound report.txt',
      isShared: true,
      text: 'Pelvic ultrasound, transabdominal. Uterus and both ovaries without findings. No follow-up needed before the yearly review.\n\nIngrid Solheim, MD\n',
    },
  ],
}

/** A person's picture, if any, uploaded as by that person. */
export async function addDemoAvatar(services: Services, caller: Caller, mailbox: string): Promise<void> {
  const portrait = portraits[`${mailbox}@${caller.clinic}`]
  if (!portrait) return
  const fileId = await uploadDemoFile(
    services,
    caller,
    { kind: 'avatar', name: 'me.svg' },
    Buffer.from(portraitOf(portrait)),
  )
  await setAvatar.call(services, caller, { fileId })
}

/** The clinic's logo, if it has one. */
export async function addDemoLogo(services: Services, admin: Caller): Promise<void> {
  const drawing = logos[admin.clinic ?? '']
  if (!drawing) return
  const fileId = await uploadDemoFile(
    services,
    admin,
    { kind: 'logo', name: 'logo.svg' },
    Buffer.from(drawing),
  )
  await setClinicLogo.call(services, admin, { fileId })
}

/** The clinic's files about a patient. */
export async function storeDemoFiles(
  services: Services,
  by: Caller,
  { mailbox, patientId }: { mailbox: string; patientId: string },
): Promise<void> {
  for (const { name, text, isShared = false } of kept[`${mailbox}@${by.clinic}`] ?? []) {
    const fileId = await uploadDemoFile(
      services,
      by,
      { kind: 'person_file', name, patientId },
      Buffer.from(text),
    )
    if (isShared) await shareFile.call(services, by, { fileId, isShared })
  }
}

/** Uploads a file as its owner. @returns its id */
export async function uploadDemoFile(
  services: Services,
  caller: Caller,
  { kind, name, patientId = null }: Pick<NewUpload, 'kind' | 'name'> & { patientId?: string | null },
  content: Uint8Array,
): Promise<string> {
  const uploads = createUploads(services)
  const { fileId } = await uploads.create(caller, { kind, name, sizeBytes: content.length, patientId })
  await uploads.append(caller, fileId, 0, whole(content))
  return fileId
}

async function* whole(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content
}

function portraitOf({ ground, skin, hair, clothes, hasLongHair }: Portrait): string {
  const behind = hasLongHair ? `<path d="M118 196q0-104 82-104t82 104v96h-164z" fill="${hair}"/>` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400">
    <rect width="400" height="400" fill="${ground}"/>${behind}
    <path d="M60 400q14-112 140-112t140 112z" fill="${clothes}"/>
    <path d="M172 250h56v44q-28 26-56 0z" fill="${skin}"/>
    <ellipse cx="200" cy="198" rx="62" ry="74" fill="${skin}"/>
    <path d="M134 194q-6-90 66-92 72 2 66 92-14-46-52-54-46 6-80 54z" fill="${hair}"/>
  </svg>`
}
