/** What a mail says; both parts say the same. */
export type Words = { subject: string; text: string; html: string };
