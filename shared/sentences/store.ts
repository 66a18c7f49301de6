/** What the backend says of a store as a whole, its repair and its copies. `{{name}}` is a value. */
export const storeSentences = {
  'catalogue-missing':
    'The catalogue {{file}} is missing, but there are files of {{versions}} versions beside it. Nothing was changed or removed. Put the file back, or rebuild it from those files: almanac repair --data "{{folder}}"',
  'catalogue-empty':
    'The catalogue {{file}} is empty, but there are files of {{versions}} versions beside it. Nothing was changed or removed. Put the right file back, or rebuild it from those files: almanac repair --data "{{folder}}"',
  'catalogue-foreign':
    'The catalogue {{file}} does not belong to the {{versions}} versions beside it. Nothing was changed or removed. Put the right file back, or take those versions into it: almanac repair --data "{{folder}}"',
  'catalogue-damaged':
    'The catalogue {{file}} is damaged ({{found}}). Nothing was changed. Put the file back from a back-up, or rebuild it from the files beside it: almanac repair --data "{{folder}}"',
  'store-repaired':
    '{{datasets}} datasets were restored and {{versions}} versions verified. Passwords and tokens cannot be restored.',
  'made-private': 'Private now, as it is not certain who might read them: {{names}}.',
  'rows-recovered': 'Of {{versions}} versions only the rows were left; they are in a private namespace.',
  'versions-broken': 'The files of {{versions}} versions are missing or damaged.',
  'without-password': 'These accounts need a new password: {{names}}.',
} as const;
