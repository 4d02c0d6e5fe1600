/** Choosing and sending a picture. */
export const pictureChoiceWords = {
  label: 'Picture',
  chosen: 'The picture you have chosen',
  choose: 'Choose',
  replace: 'Replace',
  remove: 'Remove',
  hint: 'JPG, PNG or WebP, up to 5 MB. A larger photo can be made smaller here.',
  shrink: 'Make it smaller here',
  notShrunk:
    'This photo could not be made smaller here. Please choose another one, or make it smaller with the phone’s photo editor.',
  sending: 'Sending the picture',
  failed: 'Image Upload Failed',
  failedDescription: 'Upload failed',
}

export const pictureValidation = {
  imageUrl: 'Must be a web address or empty',
}

export const pictureErrors = {
  image_too_large: 'Image size should be less than 5MB',
  image_type: 'Only JPG, PNG and WebP images are allowed',
  image_heic:
    'Only JPG, PNG and WebP images are allowed. This is a HEIC photo from an iPhone: in its settings choose Camera, Formats, Most Compatible, or send the photo to yourself as JPG.',
}
