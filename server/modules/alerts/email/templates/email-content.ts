/** What a mail says; both parts say the same. */
export type EmailContent = { subject: string; text: string; html: string };
