#include <box2d/b2_contact_manager.h>
