/** Choosing and sending a picture. */
export const pictureChoiceWords = {
  label: 'Picture',
  chosen: 'The picture you have chosen',
  choose: 'Choose',
  replace: 'Replace',
  remove: 'Remove',
  hint: 'JPG, PNG or WebP, up to 5 MB. It is turned upright and made small for you.',
  sending: 'Sending the picture',
  failed: 'Image Upload Failed',
  failedDescription: 'Upload failed',
}
