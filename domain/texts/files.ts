import type { FileKind } from '../files/files.ts'

/** Uploading, and the files that are there. Sizes come formatted. */
export const fileTexts = {
  upload: {
    choose: { one: 'Choose a file', many: 'Choose files' },
    drop: 'or drop it here',
    hints: {
      avatar: 'SVG, PNG, JPG or GIF (max. 800x400px)',
      logo: 'SVG, PNG, JPG or GIF (max. 800x400px)',
      message_attachment: 'Pictures, PDF, Word, Excel or text, up to 25 MB each.',
      person_file: 'Pictures, PDF, Word, Excel or text, up to 100 MB each.',
      dispute_evidence: 'PDF, PNG or JPG, up to 5 MB each.',
      content_picture: 'JPG, PNG or WebP, up to 25 MB.',
      content_video: 'MP4 or WebM, up to 500 MB.',
      content_pdf: 'A PDF, up to 50 MB.',
      content_captions: 'WebVTT (.vtt), up to 1 MB.',
      content_page: 'A page.',
      content_import: 'An import.',
    } satisfies Record<FileKind, string>,
    listLabel: 'Uploads',
    progress: (name: string) => `Uploading ${name}`,
    checking: 'Checking the file',
    cancel: (name: string) => `Cancel the upload of ${name}`,
    retry: 'Try again',
    retryOf: (name: string) => `Try again to upload ${name}`,
    dismiss: (name: string) => `Remove ${name} from the list`,
    failedTitle: (name: string) => `${name} could not be uploaded`,
    failed: 'Please try again in a moment.',
    done: (name: string) => `${name} is uploaded.`,
  },

  /** the files about one patient, on the person's page */
  list: {
    title: 'Files',
    lead: (name: string) => `${name} sees only what you share.`,
    none: 'No files yet.',
    failed: 'The files could not be loaded',
    colleague: 'A colleague',
    newTab: 'opens in a new tab',
    isShared: (name: string) => `shared with ${name}`,
    more: (count: number) => `Show all ${count} files`,
    share: 'Share',
    shareOf: (file: string, name: string) => `Share ${file} with ${name}`,
    shareAsk: (file: string, name: string) => ({
      title: `Share ${file} with ${name}?`,
      consequence: `${name} is told that there is news, finds it on their first page and can save a copy. You can end it, but a copy stays.`,
      safeLabel: 'Keep it in the team',
      actionLabel: 'Share',
    }),
    shared: (file: string) => `${file} is shared`,
    unshare: 'Stop sharing',
    unshareOf: (file: string, name: string) => `Stop sharing ${file} with ${name}`,
    unshared: (file: string) => `${file} is the team’s alone`,
    shareFailed: 'That could not be changed. Please try again.',
    remove: 'Remove',
    removeOf: (file: string) => `Remove ${file}`,
    removeAsk: (file: string) => ({
      title: `Remove ${file}?`,
      consequence: 'It is deleted for good, also for the patient if it is shared.',
      safeLabel: 'Keep the file',
      actionLabel: 'Remove the file',
    }),
    removed: (file: string) => `${file} is removed`,
    removeFailed: 'The file could not be removed. Please try again.',
  },

  /** what the patient finds on their first page */
  shared: {
    title: (clinic: string) => `Files from ${clinic}`,
    failed: 'The files from your clinic could not be loaded',
  },

  picture: {
    choose: 'Choose a picture',
    change: 'Change',
    remove: 'Remove',
    removeAsk: {
      avatar: {
        title: 'Remove your picture?',
        consequence: 'Your initials are shown instead.',
        keep: 'Keep the picture',
        action: 'Remove the picture',
      },
      logo: {
        title: 'Remove the logo?',
        consequence: 'Your clinic’s initials are shown instead, also to patients.',
        keep: 'Keep the logo',
        action: 'Remove the logo',
      },
    },
    crop: {
      title: 'Choose what is shown',
      lead: 'Drag the picture, or move it with the arrow keys.',
      area: 'The part of the picture that is shown',
      zoom: 'Zoom',
      save: 'Use this picture',
      cancel: 'Cancel',
    },
    saving: 'Uploading...',
    saved: { avatar: 'Your picture is saved', logo: 'The logo is saved' },
    removed: { avatar: 'Your picture is removed', logo: 'The logo is removed' },
    unreadable: 'This picture cannot be shown. Please choose a PNG, JPG, GIF or SVG.',
    failedTitle: 'The picture could not be saved',
  },
} as const
