/* Stands in for libhidapi-libusb: one Stream Deck Mini. What is written to it goes into the file
   $STAND_IN/written, what it says comes from $STAND_IN/said. It needs no header, so that any
   compiler can make it. */

typedef unsigned long size_t;
typedef long ssize_t;
typedef struct info {
    char *path;
    unsigned short vendor, product;
    void *serial;
    unsigned short release;
    void *manufacturer, *name;
    unsigned short usage_page, usage;
    int interface;
    struct info *next;
} info;

char *getenv(const char *);
int chdir(const char *);
int open(const char *, int, ...);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);

static info mini = {"1-1:1.0", 0x0fd9, 0x0063, 0, 0, 0, 0, 0, 0, 0, 0};
static int written, said;
static const char serial[] = "\3\0\0\0\0STANDIN01";

int hid_init(void) { return 0; }
int hid_exit(void) { return 0; }

info *hid_enumerate(unsigned short vendor, unsigned short product) {
    return vendor == mini.vendor && (!product || product == mini.product) ? &mini : 0;
}

void hid_free_enumeration(info *list) { (void)list; }

static int in_folder(const char *name, int how) {
    char path[512];
    const char *folder = getenv("STAND_IN");
    int length = 0;
    while (*folder) path[length++] = *folder++;
    path[length++] = '/';
    while (*name) path[length++] = *name++;
    path[length] = 0;
    return open(path, how, 0600);
}

void *hid_open_path(const char *path) {
    (void)path;
    written = in_folder("written", 02001); /* append, write only */
    said = in_folder("said", 0);
    return written < 0 || said < 0 ? 0 : &mini;
}

void hid_close(void *deck) { (void)deck; }
int hid_set_nonblocking(void *deck, int on) { (void)deck; return on - 1; }
int hid_send_feature_report(void *deck, const char *data, size_t length) {
    (void)deck; (void)data; return (int)length;
}

int hid_get_feature_report(void *deck, char *data, size_t length) {
    size_t i;
    (void)deck;
    for (i = 0; i < length; i++) data[i] = i < sizeof serial ? serial[i] : 0;
    return (int)length;
}

int hid_write(void *deck, const char *data, size_t length) {
    (void)deck;
    return (int)write(written, data, length);
}

int hid_read(void *deck, char *data, size_t length) {
    (void)deck;
    return (int)read(said, data, length);
}
